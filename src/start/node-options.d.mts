export const GATEWAY_NODE_OPTIONS: readonly string[];
export const GATEWAY_ENVIRONMENT: Readonly<Record<string, string>>;
