/** The mutation by which a storefront starts the payment of its visitor's order. */
import { Mutation, Resolver } from '@nestjs/graphql';
import { ActiveOrderService, Allow, Ctx, Permission } from '@vendure/core';
import { parse } from 'graphql';
import { decorateMethod, injectArguments } from './inject.js';
import { TurnpikeService } from './service.js';

export const shopSchema = parse(`
  type TurnpikeCheckout {
    "The address of the page on which the payer pays."
    url: String!
  }

  type TurnpikeCheckoutError {
    "A sentence for the shop's developers."
    message: String!
  }

  union TurnpikeCheckoutResult = TurnpikeCheckout | TurnpikeCheckoutError

  extend type Mutation {
    "Starts the payment of the active order, which is in ArrangingPayment. Redirect the payer to the url."
    createTurnpikeCheckout: TurnpikeCheckoutResult!
  }
`);

/** @import { RequestContext } from '@vendure/core' */

export class ShopResolver {
  #turnpike;
  #activeOrders;

  /**
   * @param {TurnpikeService} turnpike
   * @param {ActiveOrderService} activeOrders
   */
  constructor(turnpike, activeOrders) {
    this.#turnpike = turnpike;
    this.#activeOrders = activeOrders;
  }

  /** @param {RequestContext} ctx */
  async createTurnpikeCheckout(ctx) {
    const order = await this.#activeOrders.getActiveOrder(ctx, undefined);
    const result =
      order === undefined ? { error: 'There is no active order.' } : await this.#turnpike.createCheckout(ctx, order.id);
    return 'url' in result
      ? { __typename: 'TurnpikeCheckout', url: result.url }
      : { __typename: 'TurnpikeCheckoutError', message: result.error };
  }
}

Resolver()(ShopResolver);
injectArguments(ShopResolver, [TurnpikeService, ActiveOrderService]);
decorateMethod(ShopResolver, 'createTurnpikeCheckout', [Mutation(), Allow(Permission.Owner)], [Ctx()]);
