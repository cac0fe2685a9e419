/** A setting that is invalid. Its message is one line for the operator: the setting's name, and what it accepts. */
export class SettingsError extends Error {}
