/** The table of reversals, as a kysely type. A part of the schema. */
export interface ReversalTables {
  reversal: {
    key: number;
    transaction_key: number;
    /** Name of the acquirer to which the reversal is sent. */
    acquirer: string;
    /** `ReversalAdvice`, JSON. */
    advice: string;
    attempts: number;
    /** Time of the next attempt; null once acknowledged. */
    due_at: number | null;
    /**
     * Key of the process that claimed the row; other processes do not claim it as long as that process is alive. Null
     * until the row is due.
     */
    owner: number | null;
    created_at: number;
    acknowledged_at: number | null;
  };
}
