export const GATEWAY_NODE_OPTIONS: readonly string[];
