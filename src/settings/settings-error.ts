/** An invalid setting. The message is one line for the operator: the setting's name, and the accepted values. */
export class SettingsError extends Error {}
