import type { Text } from './types.ts';

export const fr: Text = {
  direction: 'ltr',
  sandbox: 'Bac à sable : aucun argent réel ne circule',
  poweredBy: 'Page de paiement Turnpike',
  support: 'Aide de {shop}',
  pay: {
    title: {
      AUTHORIZE: 'Payer {shop}',
      PURCHASE: 'Payer {shop}',
      VERIFY: 'Vérifier votre carte',
      NONE: 'Enregistrer votre carte',
    },
    lead: {
      VERIFY: '{shop} souhaite vérifier que votre carte est valable. Rien n’est débité.',
      NONE: '{shop} souhaite enregistrer votre carte. Rien n’est débité.',
    },
    button: {
      AUTHORIZE: 'Payer {amount}',
      PURCHASE: 'Payer {amount}',
      VERIFY: 'Vérifier la carte',
      NONE: 'Enregistrer la carte',
    },
    busy: {
      AUTHORIZE: 'Paiement en cours…',
      PURCHASE: 'Paiement en cours…',
      VERIFY: 'Vérification en cours…',
      NONE: 'Enregistrement en cours…',
    },
  },
  form: {
    methods: 'Moyens de paiement',
    card: 'Carte',
    giftCard: 'Carte cadeau',
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    expiryHint: 'MM/AA',
    securityCode: 'Code de sécurité',
    securityCodeHint: '3 chiffres, au dos',
    securityCodeHintFront: '4 chiffres, au recto',
    nameOnCard: 'Nom sur la carte',
    optional: 'facultatif',
    brand: 'Type de carte : {brand}',
    giftNumber: 'Numéro de la carte cadeau',
    pin: 'Code PIN',
    pinHint: 'Laissez vide si votre carte n’en a pas',
    check: 'Veuillez vérifier votre saisie',
    cancel: 'Annuler et revenir à {shop}',
    wrong: {
      number: {
        missing: 'Saisissez votre numéro de carte.',
        tooShort: 'Le numéro de carte est trop court.',
        invalid: 'Ce numéro de carte n’est pas correct. Comparez-le avec votre carte.',
      },
      expiry: {
        missing: 'Saisissez la date d’expiration de votre carte.',
        expired: 'Cette carte a expiré. Utilisez-en une autre.',
        invalid: 'Saisissez le mois et l’année, par exemple 04/29.',
      },
      securityCode: {
        missing: 'Saisissez le code de sécurité de votre carte.',
        tooShort: 'Le code de sécurité est trop court.',
        invalid: 'Ce code de sécurité n’est pas correct. Comparez-le avec votre carte.',
      },
      nameOnCard: {
        missing: 'Saisissez le nom tel qu’il figure sur la carte.',
        invalid: 'Saisissez le nom tel qu’il figure sur la carte, sans chiffres.',
      },
      giftNumber: {
        missing: 'Saisissez le numéro de votre carte cadeau.',
        tooShort: 'Le numéro de la carte cadeau est trop court.',
        invalid: 'Ce numéro n’est pas correct. Comparez-le avec votre carte cadeau.',
      },
      pin: {
        missing: 'Saisissez le code PIN de votre carte cadeau.',
        tooShort: 'Le code PIN est trop court.',
        invalid: 'Le code PIN compte de 4 à 8 chiffres.',
      },
    },
  },
  notice: {
    declined: { card: 'Votre carte n’a pas été acceptée', giftCard: 'Votre carte cadeau n’a pas été acceptée' },
    failed: {
      AUTHORIZE: 'Le paiement n’a pas abouti',
      PURCHASE: 'Le paiement n’a pas abouti',
      VERIFY: 'Votre carte n’a pas pu être vérifiée',
      NONE: 'Votre carte n’a pas pu être enregistrée',
    },
    notCharged: 'Aucun montant n’a été prélevé.',
    advice: {
      checkDetails: 'Vérifiez les informations de votre carte et réessayez.',
      otherCard: 'Essayez avec une autre carte.',
      askBank: 'Contactez la banque qui a émis la carte, ou essayez-en une autre.',
      later: 'Réessayez dans quelques minutes, ou utilisez une autre carte.',
      giftCardBalance: 'Son solde ne suffit pas pour cette commande.',
      giftCardPin: 'Vérifiez son numéro et son code PIN, puis réessayez.',
    },
    attemptsLeft: {
      one: 'Il vous reste {count} essai.',
      other: 'Il vous reste {count} essais.',
    },
    changed: 'La commande a changé',
    changedAmount:
      '{shop} a changé le montant de {before} à {now}. Si vous êtes d’accord, saisissez de nouveau vos informations.',
    changedDetails:
      '{shop} a modifié la commande. Veuillez la relire et, si vous êtes d’accord, saisir de nouveau vos informations.',
    again: 'Veuillez saisir de nouveau vos informations',
    againReason: 'Cette page est restée ouverte trop longtemps, ou votre navigateur n’a pas gardé son cookie.',
  },
  order: {
    heading: 'Votre commande',
    number: 'Commande',
    reference: 'Référence',
    total: 'Total',
    items: 'Articles',
    shipping: 'Livraison',
    tax: 'Taxes',
    discount: 'Remise',
    more: { one: '{count} autre article', other: '{count} autres articles' },
    quantity: 'Quantité',
  },
  done: {
    title: {
      AUTHORIZE: 'Paiement accepté',
      PURCHASE: 'Paiement effectué',
      VERIFY: 'Carte vérifiée',
      NONE: 'Carte enregistrée',
    },
    lead: {
      AUTHORIZE: 'Merci. {amount} sont réservés pour {shop}, qui les encaissera avec votre commande.',
      PURCHASE: 'Merci. Vous avez payé {amount} à {shop}.',
      VERIFY: 'Merci. Votre carte est valable. Rien n’a été débité.',
      NONE: 'Merci. {shop} a enregistré votre carte. Rien n’a été débité.',
    },
    again: {
      AUTHORIZE: 'C’est déjà fait. Vous n’avez pas à payer de nouveau.',
      PURCHASE: 'C’est déjà fait. Vous n’avez pas à payer de nouveau.',
      VERIFY: 'C’est déjà fait.',
      NONE: 'C’est déjà fait.',
    },
    leaving: 'Retour vers {shop}…',
    continue: 'Continuer vers {shop}',
    receipt: 'Reçu',
    instrument: { AUTHORIZE: 'Payé avec', PURCHASE: 'Payé avec', VERIFY: 'Carte vérifiée', NONE: 'Carte enregistrée' },
    card: 'Carte',
    giftCard: 'Carte cadeau',
    lastFour: 'se terminant par {digits}',
    time: 'Date',
    receiptNumber: 'Numéro de reçu',
    print: 'Imprimer',
  },
  ended: {
    back: 'Revenir à {shop}',
    refreshes: 'Cette page s’actualise d’elle-même.',
    exhausted: {
      title: 'Ce paiement ne peut plus être réessayé',
      text: 'Aucun montant n’a été prélevé. Veuillez recommencer depuis la boutique.',
    },
    cancelled: { title: 'Paiement annulé', text: 'Aucun montant n’a été prélevé.' },
    expired: {
      title: 'Le délai de ce paiement est dépassé',
      text: 'Aucun montant n’a été prélevé. Veuillez recommencer depuis la boutique.',
    },
    pending: {
      title: 'Votre banque n’a pas encore répondu',
      text: 'Le paiement est en cours et vous n’avez pas à payer de nouveau. {shop} sera informé dès que la réponse sera connue.',
    },
    unknown: {
      title: 'Nous vérifions encore',
      text: 'Nous ne savons pas encore si un montant a été prélevé. Ne payez pas de nouveau : nous interrogeons la banque, et {shop} recevra la réponse.',
    },
  },
  problem: {
    notFound: {
      title: 'Il n’y a pas de paiement ici',
      text: 'Le lien est incomplet ou n’est plus valable. Son ouverture n’a prélevé aucun montant. Veuillez l’ouvrir de nouveau depuis la boutique.',
    },
    busy: {
      title: 'Trop de paiements à la fois',
      text: 'Cette demande n’a pas été lancée et n’a prélevé aucun montant. Réessayez dans une minute.',
    },
    error: {
      title: 'Une erreur s’est produite de notre côté',
      text: 'Cette demande n’a prélevé aucun montant. Revenez en arrière et réessayez.',
    },
    refused: {
      title: 'Cette demande a été refusée',
      text: 'Elle ne venait pas de notre page de paiement et n’a prélevé aucun montant. Ouvrez de nouveau la page depuis la boutique.',
    },
    supportCode: 'Si vous avez besoin d’aide, donnez ce code : {code}',
  },
};
