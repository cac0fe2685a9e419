/** The hosts that Apple publishes for merchant validation: of production, of China, and of its sandbox. */
const APPLE_COM = 'apple.com';

function pods(place: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `-${place}-pod${index + 1}`);
}

const POD_SUFFIXES = ['', '-dr'];

function hostsOf(name: string, endings: readonly string[]): string[] {
  return endings.map((ending) => `${name}${ending}.${APPLE_COM}`);
}

const WORLD = [...pods('nc', 5), ...pods('pr', 5)].flatMap((pod) => POD_SUFFIXES.map((suffix) => pod + suffix));
const CHINA = [...pods('sh', 3), ...pods('tj', 3)].flatMap((pod) => POD_SUFFIXES.map((suffix) => pod + suffix));

export const VALIDATION_HOSTS: ReadonlySet<string> = new Set([
  ...hostsOf('apple-pay-gateway', ['', '-cert', ...WORLD]),
  ...hostsOf('cn-apple-pay-gateway', ['', '-cert', ...CHINA]),
]);
