/** The table of facts about the installation, as a kysely type. A part of the schema. */
export interface InstallationTables {
  /**
   * The row `mode` has the mode of the first gateway that used the database; `directory` the id of the directory that
   * the store was added to.
   */
  installation: { name: string; value: string };
}
