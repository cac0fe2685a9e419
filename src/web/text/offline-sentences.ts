/**
 * Sentences for a form whose answer was lost. They are not in the page, to keep its first load small: the script that
 * shows them is loaded once the payer touches the form.
 */
import type { Language } from './languages.ts';

export const OFFLINE_SENTENCES: Readonly<Record<Language, { readonly asking: string; readonly unsent: string }>> = {
  ar: {
    asking: 'انقطع الاتصال، ونحن نتحقق الآن.',
    unsent: 'لم يصلنا شيء. يرجى المحاولة مرة أخرى.',
  },
  cs: {
    asking: 'Spojení se přerušilo, zjišťujeme výsledek.',
    unsent: 'Nic k nám nedorazilo. Zkuste to prosím znovu.',
  },
  da: {
    asking: 'Forbindelsen blev afbrudt. Vi spørger nu.',
    unsent: 'Vi modtog intet. Prøv igen.',
  },
  de: {
    asking: 'Die Verbindung ist abgebrochen. Wir fragen nach.',
    unsent: 'Es ist nichts bei uns angekommen. Bitte versuchen Sie es erneut.',
  },
  el: {
    asking: 'Η σύνδεση χάθηκε. Ελέγχουμε το αποτέλεσμα.',
    unsent: 'Δεν λάβαμε τίποτα. Δοκιμάστε ξανά.',
  },
  en: {
    asking: 'We lost the connection and are asking.',
    unsent: 'It didn’t reach us. Please try again.',
  },
  es: {
    asking: 'Se ha perdido la conexión y lo estamos comprobando.',
    unsent: 'No nos ha llegado nada. Inténtelo de nuevo.',
  },
  fi: {
    asking: 'Yhteys katkesi. Selvitämme tilannetta.',
    unsent: 'Pyyntö ei tullut perille. Yritä uudelleen.',
  },
  fr: {
    asking: 'La connexion a été perdue, nous vérifions.',
    unsent: 'Nous n’avons rien reçu. Veuillez réessayer.',
  },
  he: {
    asking: 'החיבור נותק, ואנחנו בודקים.',
    unsent: 'לא קיבלנו דבר. נא לנסות שוב.',
  },
  hi: {
    asking: 'कनेक्शन टूट गया है और हम पता कर रहे हैं।',
    unsent: 'हमें कुछ नहीं मिला। कृपया फिर से कोशिश करें।',
  },
  it: {
    asking: 'La connessione si è interrotta e stiamo verificando.',
    unsent: 'Non abbiamo ricevuto nulla. Riprova.',
  },
  ja: {
    asking: '接続が切れたため、確認しています。',
    unsent: '届いていません。もう一度お試しください。',
  },
  ko: {
    asking: '연결이 끊어져 확인하고 있습니다.',
    unsent: '요청이 전달되지 않았습니다. 다시 시도해 주세요.',
  },
  nl: {
    asking: 'De verbinding is verbroken. We vragen het na.',
    unsent: 'We hebben niets ontvangen. Probeer het opnieuw.',
  },
  pl: {
    asking: 'Połączenie zostało przerwane. Sprawdzamy.',
    unsent: 'Nic do nas nie dotarło. Spróbuj ponownie.',
  },
  'pt-BR': {
    asking: 'A conexão caiu e estamos verificando.',
    unsent: 'Não recebemos nada. Tente de novo.',
  },
  'pt-PT': {
    asking: 'A ligação perdeu-se e estamos a verificar.',
    unsent: 'Não recebemos nada. Tente novamente.',
  },
  sv: {
    asking: 'Anslutningen bröts. Vi kontrollerar nu.',
    unsent: 'Vi fick inget. Försök igen.',
  },
  tr: {
    asking: 'Bağlantı koptu, durumu sorguluyoruz.',
    unsent: 'Bize hiçbir şey ulaşmadı. Lütfen yeniden deneyin.',
  },
  uk: {
    asking: 'З’єднання втрачено, ми перевіряємо.',
    unsent: 'Ми нічого не отримали. Спробуйте ще раз.',
  },
  'zh-Hans': {
    asking: '连接已断开，我们正在查询。',
    unsent: '我们没有收到您的请求。请重试。',
  },
};
