/** The columns of each queue of mails. */
export interface QueuedMail {
  tries: number;
  due_at: number;
  /** Key of the process that claimed the row; other processes do not claim it as long as that process is alive. */
  owner: number | null;
  /** The time from which the mail is owed. */
  created_at: number;
}
