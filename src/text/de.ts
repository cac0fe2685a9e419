import type { Text } from './types.ts';

export const de: Text = {
  direction: 'ltr',
  sandbox: 'Testbetrieb: Es fließt kein echtes Geld',
  poweredBy: 'Zahlungsseite von Turnpike',
  support: 'Hilfe von {shop}',
  pay: {
    title: {
      AUTHORIZE: 'Bei {shop} bezahlen',
      PURCHASE: 'Bei {shop} bezahlen',
      VERIFY: 'Karte prüfen',
      NONE: 'Karte speichern',
    },
    lead: {
      VERIFY: '{shop} möchte prüfen, ob Ihre Karte gültig ist. Es wird nichts abgebucht.',
      NONE: '{shop} möchte Ihre Karte speichern. Es wird nichts abgebucht.',
    },
    button: {
      AUTHORIZE: '{amount} bezahlen',
      PURCHASE: '{amount} bezahlen',
      VERIFY: 'Karte prüfen',
      NONE: 'Karte speichern',
    },
    busy: {
      AUTHORIZE: 'Zahlung läuft…',
      PURCHASE: 'Zahlung läuft…',
      VERIFY: 'Wird geprüft…',
      NONE: 'Wird gespeichert…',
    },
  },
  form: {
    methods: 'Zahlungsarten',
    card: 'Karte',
    giftCard: 'Geschenkkarte',
    number: 'Kartennummer',
    expiry: 'Gültig bis',
    expiryHint: 'MM/JJ',
    securityCode: 'Prüfnummer',
    securityCodeHint: '3 Ziffern, Rückseite',
    securityCodeHintFront: '4 Ziffern, Vorderseite',
    nameOnCard: 'Name auf der Karte',
    optional: 'freiwillig',
    brand: 'Kartenart: {brand}',
    giftNumber: 'Nummer der Geschenkkarte',
    pin: 'PIN',
    pinHint: 'Leer lassen, wenn Ihre Karte keine hat',
    check: 'Bitte prüfen Sie Ihre Angaben',
    cancel: 'Abbrechen und zurück zu {shop}',
    wrong: {
      number: {
        missing: 'Geben Sie Ihre Kartennummer ein.',
        tooShort: 'Die Kartennummer ist zu kurz.',
        invalid: 'Diese Kartennummer stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Karte.',
      },
      expiry: {
        missing: 'Geben Sie ein, bis wann Ihre Karte gültig ist.',
        expired: 'Diese Karte ist abgelaufen. Bitte nehmen Sie eine andere.',
        invalid: 'Geben Sie Monat und Jahr ein, zum Beispiel 04/29.',
      },
      securityCode: {
        missing: 'Geben Sie die Prüfnummer Ihrer Karte ein.',
        tooShort: 'Die Prüfnummer ist zu kurz.',
        invalid: 'Diese Prüfnummer stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Karte.',
      },
      nameOnCard: {
        missing: 'Geben Sie den Namen ein, wie er auf der Karte steht.',
        invalid: 'Geben Sie den Namen ein, wie er auf der Karte steht, ohne Zahlen.',
      },
      giftNumber: {
        missing: 'Geben Sie die Nummer Ihrer Geschenkkarte ein.',
        tooShort: 'Die Nummer der Geschenkkarte ist zu kurz.',
        invalid: 'Diese Nummer stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Geschenkkarte.',
      },
      pin: {
        missing: 'Geben Sie die PIN Ihrer Geschenkkarte ein.',
        tooShort: 'Die PIN ist zu kurz.',
        invalid: 'Die PIN hat 4 bis 8 Ziffern.',
      },
    },
  },
  notice: {
    declined: { card: 'Ihre Karte wurde nicht angenommen', giftCard: 'Ihre Geschenkkarte wurde nicht angenommen' },
    failed: {
      AUTHORIZE: 'Die Zahlung hat nicht geklappt',
      PURCHASE: 'Die Zahlung hat nicht geklappt',
      VERIFY: 'Ihre Karte konnte nicht geprüft werden',
      NONE: 'Ihre Karte konnte nicht gespeichert werden',
    },
    notCharged: 'Es wurde kein Geld abgebucht.',
    advice: {
      checkDetails: 'Bitte prüfen Sie die Angaben zu Ihrer Karte und versuchen Sie es noch einmal.',
      otherCard: 'Bitte versuchen Sie es mit einer anderen Karte.',
      askBank: 'Bitte fragen Sie die Bank, die Ihre Karte ausgegeben hat, oder nehmen Sie eine andere Karte.',
      later: 'Bitte versuchen Sie es in einigen Minuten noch einmal oder mit einer anderen Karte.',
      giftCardBalance: 'Ihr Guthaben reicht für diese Bestellung nicht aus.',
      giftCardPin: 'Bitte prüfen Sie Nummer und PIN und versuchen Sie es noch einmal.',
    },
    attemptsLeft: {
      one: 'Sie haben noch {count} Versuch.',
      other: 'Sie haben noch {count} Versuche.',
    },
    changed: 'Die Bestellung hat sich geändert',
    changedAmount:
      '{shop} hat den Betrag von {before} auf {now} geändert. Wenn Sie einverstanden sind, geben Sie Ihre Daten bitte noch einmal ein.',
    changedDetails:
      '{shop} hat die Bestellung geändert. Bitte sehen Sie sie an und geben Sie Ihre Daten noch einmal ein, wenn Sie einverstanden sind.',
    again: 'Bitte geben Sie Ihre Daten noch einmal ein',
    againReason: 'Diese Seite war zu lange geöffnet, oder Ihr Browser hat ihr Cookie nicht behalten.',
  },
  order: {
    heading: 'Ihre Bestellung',
    number: 'Bestellung',
    reference: 'Referenz',
    total: 'Summe',
    items: 'Artikel',
    shipping: 'Lieferung',
    tax: 'Steuern',
    discount: 'Rabatt',
    more: { one: '{count} weiterer Artikel', other: '{count} weitere Artikel' },
    quantity: 'Menge',
  },
  done: {
    title: {
      AUTHORIZE: 'Zahlung genehmigt',
      PURCHASE: 'Zahlung abgeschlossen',
      VERIFY: 'Karte geprüft',
      NONE: 'Karte gespeichert',
    },
    lead: {
      AUTHORIZE: 'Vielen Dank. {amount} sind für {shop} vorgemerkt und werden mit Ihrer Bestellung eingezogen.',
      PURCHASE: 'Vielen Dank. Sie haben {amount} an {shop} bezahlt.',
      VERIFY: 'Vielen Dank. Ihre Karte ist gültig. Es wurde nichts abgebucht.',
      NONE: 'Vielen Dank. {shop} hat Ihre Karte gespeichert. Es wurde nichts abgebucht.',
    },
    again: {
      AUTHORIZE: 'Das ist schon erledigt. Sie müssen nicht noch einmal bezahlen.',
      PURCHASE: 'Das ist schon erledigt. Sie müssen nicht noch einmal bezahlen.',
      VERIFY: 'Das ist schon erledigt.',
      NONE: 'Das ist schon erledigt.',
    },
    leaving: 'Es geht zurück zu {shop}…',
    continue: 'Weiter zu {shop}',
    receipt: 'Beleg',
    instrument: {
      AUTHORIZE: 'Bezahlt mit',
      PURCHASE: 'Bezahlt mit',
      VERIFY: 'Geprüfte Karte',
      NONE: 'Gespeicherte Karte',
    },
    card: 'Karte',
    giftCard: 'Geschenkkarte',
    lastFour: 'mit der Endung {digits}',
    time: 'Datum',
    receiptNumber: 'Belegnummer',
    print: 'Drucken',
  },
  ended: {
    back: 'Zurück zu {shop}',
    refreshes: 'Diese Seite aktualisiert sich von selbst.',
    exhausted: {
      title: 'Diese Zahlung kann nicht noch einmal versucht werden',
      text: 'Es wurde kein Geld abgebucht. Bitte beginnen Sie im Shop von vorn.',
    },
    cancelled: { title: 'Zahlung abgebrochen', text: 'Es wurde kein Geld abgebucht.' },
    expired: {
      title: 'Die Zeit für diese Zahlung ist abgelaufen',
      text: 'Es wurde kein Geld abgebucht. Bitte beginnen Sie im Shop von vorn.',
    },
    pending: {
      title: 'Ihre Bank hat noch nicht geantwortet',
      text: 'Die Zahlung ist unterwegs, und Sie müssen nicht noch einmal bezahlen. {shop} erfährt das Ergebnis, sobald es feststeht.',
    },
    unknown: {
      title: 'Wir klären das noch',
      text: 'Wir wissen noch nicht, ob Geld abgebucht wurde. Bitte bezahlen Sie nicht noch einmal: Wir fragen die Bank, und {shop} erfährt die Antwort.',
    },
  },
  problem: {
    notFound: {
      title: 'Hier gibt es keine Zahlung',
      text: 'Der Link ist unvollständig oder nicht mehr gültig. Durch das Öffnen wurde kein Geld abgebucht. Bitte öffnen Sie ihn noch einmal im Shop.',
    },
    busy: {
      title: 'Zu viele Zahlungen auf einmal',
      text: 'Diese Anfrage wurde nicht begonnen und hat kein Geld abgebucht. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    error: {
      title: 'Bei uns ist etwas schiefgegangen',
      text: 'Diese Anfrage hat kein Geld abgebucht. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    refused: {
      title: 'Diese Anfrage wurde abgelehnt',
      text: 'Sie kam nicht von unserer Zahlungsseite und hat kein Geld abgebucht. Bitte öffnen Sie die Seite noch einmal im Shop.',
    },
    supportCode: 'Wenn Sie Hilfe brauchen, nennen Sie diesen Code: {code}',
  },
};
