/** The content of a mail about a dispute. */
import { disputeSentences, disputeTitle, dueWords } from '../../web/components/console/dispute-words.ts';
import type { StaffDispute } from '../../web/views/console/index.ts';
import { oneLine } from '../receipts/index.ts';
import type { StaffContent } from './content.ts';

export function disputeContent(mail: StaffDispute): StaffContent {
  const { dispute, timeZone, testMode, orderAddress, disputesAddress, choiceAddress } = mail;
  const merchantName = oneLine(mail.merchantName);
  const { deadline } = dispute;
  const due = deadline === undefined ? '' : `, ${dueWords(deadline)}`;
  return {
    subject: `${merchantName}: dispute about order ${oneLine(dispute.order)}${due}`,
    testMode,
    merchantName,
    title: `Dispute about ${oneLine(disputeTitle(dispute))}`,
    paragraphs: disputeSentences(dispute, timeZone).map(oneLine),
    sections: [],
    links: [
      { label: 'The order in the console', href: orderAddress },
      { label: 'All disputes', href: disputesAddress },
    ],
    notes: [`Times are in ${timeZone}. The gateway sends no evidence: answer where the dispute was opened.`],
    why: 'You get this mail because you look after this merchant’s disputes.',
    choiceAddress,
  };
}
