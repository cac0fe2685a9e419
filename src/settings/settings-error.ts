/** A setting that cannot be used. Its message is one line for the operator: the setting's name, and what it takes. */
export class SettingsError extends Error {}
