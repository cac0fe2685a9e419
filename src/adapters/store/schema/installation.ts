/** The table of facts about the installation, as a kysely type. A part of the schema. */
export interface InstallationTables {
  /** The row `mode` has the mode of the first gateway that used the database. */
  installation: { name: string; value: string };
}
