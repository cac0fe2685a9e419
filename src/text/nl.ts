import type { Text } from './types.ts';

export const nl: Text = {
  direction: 'ltr',
  sandbox: 'Testomgeving: er wordt geen echt geld verplaatst',
  poweredBy: 'Betaalpagina van Turnpike',
  support: 'Hulp van {shop}',
  pay: {
    title: {
      AUTHORIZE: 'Betalen aan {shop}',
      PURCHASE: 'Betalen aan {shop}',
      VERIFY: 'Je kaart controleren',
      NONE: 'Je kaart bewaren',
    },
    lead: {
      VERIFY: '{shop} wil controleren of je kaart geldig is. Er wordt niets afgeschreven.',
      NONE: '{shop} wil je kaart bewaren. Er wordt niets afgeschreven.',
    },
    button: {
      AUTHORIZE: '{amount} betalen',
      PURCHASE: '{amount} betalen',
      VERIFY: 'Kaart controleren',
      NONE: 'Kaart bewaren',
    },
    busy: {
      AUTHORIZE: 'Bezig met betalen…',
      PURCHASE: 'Bezig met betalen…',
      VERIFY: 'Bezig met controleren…',
      NONE: 'Bezig met bewaren…',
    },
  },
  form: {
    methods: 'Betaalmethoden',
    card: 'Kaart',
    giftCard: 'Cadeaukaart',
    number: 'Kaartnummer',
    expiry: 'Vervaldatum',
    expiryHint: 'MM/JJ',
    securityCode: 'Controlecode',
    securityCodeHint: '3 cijfers, achterkant',
    securityCodeHintFront: '4 cijfers, voorkant',
    nameOnCard: 'Naam op de kaart',
    optional: 'optioneel',
    brand: 'Soort kaart: {brand}',
    giftNumber: 'Nummer van de cadeaukaart',
    pin: 'Pincode',
    pinHint: 'Laat leeg als je kaart er geen heeft',
    check: 'Controleer wat je hebt ingevuld',
    cancel: 'Annuleren en terug naar {shop}',
    wrong: {
      number: {
        missing: 'Vul je kaartnummer in.',
        tooShort: 'Het kaartnummer is te kort.',
        invalid: 'Dit kaartnummer klopt niet. Vergelijk het met je kaart.',
      },
      expiry: {
        missing: 'Vul de vervaldatum van je kaart in.',
        expired: 'Deze kaart is verlopen. Gebruik een andere.',
        invalid: 'Vul maand en jaar in, bijvoorbeeld 04/29.',
      },
      securityCode: {
        missing: 'Vul de controlecode van je kaart in.',
        tooShort: 'De controlecode is te kort.',
        invalid: 'Deze controlecode klopt niet. Vergelijk hem met je kaart.',
      },
      nameOnCard: {
        missing: 'Vul de naam in zoals die op je kaart staat.',
        invalid: 'Vul de naam in zoals die op je kaart staat, zonder cijfers.',
      },
      giftNumber: {
        missing: 'Vul het nummer van je cadeaukaart in.',
        tooShort: 'Het nummer van de cadeaukaart is te kort.',
        invalid: 'Dit nummer klopt niet. Vergelijk het met je cadeaukaart.',
      },
      pin: {
        missing: 'Vul de pincode van je cadeaukaart in.',
        tooShort: 'De pincode is te kort.',
        invalid: 'De pincode heeft 4 tot 8 cijfers.',
      },
    },
  },
  notice: {
    declined: { card: 'Je kaart is niet geaccepteerd', giftCard: 'Je cadeaukaart is niet geaccepteerd' },
    failed: {
      AUTHORIZE: 'De betaling is niet gelukt',
      PURCHASE: 'De betaling is niet gelukt',
      VERIFY: 'Je kaart kon niet worden gecontroleerd',
      NONE: 'Je kaart kon niet worden bewaard',
    },
    notCharged: 'Er is geen geld afgeschreven.',
    advice: {
      checkDetails: 'Controleer de gegevens van je kaart en probeer het opnieuw.',
      otherCard: 'Probeer een andere kaart.',
      askBank: 'Vraag het de bank die je kaart heeft uitgegeven, of probeer een andere kaart.',
      later: 'Probeer het over een paar minuten opnieuw, of gebruik een andere kaart.',
      giftCardBalance: 'Er staat niet genoeg op voor deze bestelling.',
      giftCardPin: 'Controleer het nummer en de pincode en probeer het opnieuw.',
    },
    attemptsLeft: {
      one: 'Je kunt het nog {count} keer proberen.',
      other: 'Je kunt het nog {count} keer proberen.',
    },
    changed: 'De bestelling is veranderd',
    changedAmount:
      '{shop} heeft het bedrag veranderd van {before} in {now}. Vul je gegevens opnieuw in als je akkoord bent.',
    changedDetails:
      '{shop} heeft de bestelling veranderd. Bekijk haar en vul je gegevens opnieuw in als je akkoord bent.',
    again: 'Vul je gegevens opnieuw in',
    againReason: 'Deze pagina stond te lang open, of je browser heeft de cookie niet bewaard.',
  },
  order: {
    heading: 'Je bestelling',
    number: 'Bestelling',
    reference: 'Kenmerk',
    total: 'Totaal',
    items: 'Artikelen',
    shipping: 'Bezorging',
    tax: 'Belasting',
    discount: 'Korting',
    more: { one: 'nog {count} artikel', other: 'nog {count} artikelen' },
    quantity: 'Aantal',
  },
  done: {
    title: {
      AUTHORIZE: 'Betaling goedgekeurd',
      PURCHASE: 'Betaling gelukt',
      VERIFY: 'Kaart gecontroleerd',
      NONE: 'Kaart bewaard',
    },
    lead: {
      AUTHORIZE: 'Bedankt. {amount} is gereserveerd voor {shop} en wordt met je bestelling afgeschreven.',
      PURCHASE: 'Bedankt. Je hebt {amount} betaald aan {shop}.',
      VERIFY: 'Bedankt. Je kaart is geldig. Er is niets afgeschreven.',
      NONE: 'Bedankt. {shop} heeft je kaart bewaard. Er is niets afgeschreven.',
    },
    again: {
      AUTHORIZE: 'Dit is al gedaan. Je hoeft niet opnieuw te betalen.',
      PURCHASE: 'Dit is al gedaan. Je hoeft niet opnieuw te betalen.',
      VERIFY: 'Dit is al gedaan.',
      NONE: 'Dit is al gedaan.',
    },
    leaving: 'Je gaat terug naar {shop}…',
    continue: 'Verder naar {shop}',
    receipt: 'Betaalbewijs',
    instrument: {
      AUTHORIZE: 'Betaald met',
      PURCHASE: 'Betaald met',
      VERIFY: 'Gecontroleerde kaart',
      NONE: 'Bewaarde kaart',
    },
    card: 'Kaart',
    giftCard: 'Cadeaukaart',
    lastFour: 'eindigend op {digits}',
    time: 'Datum',
    receiptNumber: 'Bonnummer',
    print: 'Afdrukken',
  },
  ended: {
    back: 'Terug naar {shop}',
    refreshes: 'Deze pagina wordt vanzelf ververst.',
    exhausted: {
      title: 'Deze betaling kan niet opnieuw worden geprobeerd',
      text: 'Er is geen geld afgeschreven. Begin opnieuw vanuit de winkel.',
    },
    cancelled: { title: 'Betaling geannuleerd', text: 'Er is geen geld afgeschreven.' },
    expired: {
      title: 'De tijd voor deze betaling is voorbij',
      text: 'Er is geen geld afgeschreven. Begin opnieuw vanuit de winkel.',
    },
    pending: {
      title: 'Je bank heeft nog niet geantwoord',
      text: 'De betaling is onderweg en je hoeft niet opnieuw te betalen. {shop} hoort de uitslag zodra die er is.',
    },
    unknown: {
      title: 'We zoeken het nog uit',
      text: 'We weten nog niet of er geld is afgeschreven. Betaal niet opnieuw: wij vragen het de bank, en {shop} krijgt het antwoord.',
    },
  },
  problem: {
    notFound: {
      title: 'Hier is geen betaling',
      text: 'De link is onvolledig of niet meer geldig. Door hem te openen is er geen geld afgeschreven. Open hem opnieuw vanuit de winkel.',
    },
    busy: {
      title: 'Te veel betalingen tegelijk',
      text: 'Dit verzoek is niet gestart en heeft geen geld afgeschreven. Probeer het over een minuut opnieuw.',
    },
    error: {
      title: 'Er ging bij ons iets mis',
      text: 'Dit verzoek heeft geen geld afgeschreven. Ga terug en probeer het opnieuw.',
    },
    refused: {
      title: 'Dit verzoek is geweigerd',
      text: 'Het kwam niet van onze betaalpagina en heeft geen geld afgeschreven. Open de pagina opnieuw vanuit de winkel.',
    },
    supportCode: 'Heb je hulp nodig, noem dan deze code: {code}',
  },
};
