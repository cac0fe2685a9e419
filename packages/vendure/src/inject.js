/** The decorators of Nest, called as functions: this package is JavaScript, which has none. */
import { Inject } from '@nestjs/common';

/**
 * Names the constructor's arguments for Nest.
 *
 * @param {Function} target
 * @param {readonly (Parameters<typeof Inject>[0])[]} tokens
 */
export function injectArguments(target, tokens) {
  for (const [index, token] of tokens.entries()) {
    Inject(token)(target, undefined, index);
  }
}

/**
 * Decorates a method and its arguments.
 *
 * @param {{ readonly prototype: object }} target
 * @param {string} name
 * @param {readonly MethodDecorator[]} decorators
 * @param {readonly ParameterDecorator[]} parameters in their sequence
 */
export function decorateMethod({ prototype }, name, decorators, parameters) {
  for (const decorate of decorators) {
    decorate(prototype, name, Object.getOwnPropertyDescriptor(prototype, name) ?? {});
  }
  for (const [index, decorate] of parameters.entries()) {
    decorate(prototype, name, index);
  }
}
