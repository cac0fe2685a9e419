/** The check page, `/turnpike/check`, and the address where its payers start. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Body, Controller, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import { decorateMethod, injectArguments } from '../inject.js';
import { CHECK_OPTIONS } from './options.js';
import { CheckOrders, CheckProblem } from './orders.js';

/** @import { Response } from 'express' */
/** @import { TurnpikeCheckOptions } from './index.d.ts' */

export class CheckController {
  #orders;
  #token;

  /**
   * @param {CheckOrders} orders
   * @param {TurnpikeCheckOptions} options
   */
  constructor(orders, { token }) {
    this.#orders = orders;
    this.#token = digestOf(`Bearer ${token}`);
  }

  /**
   * @param {string | undefined} authorization
   * @param {string} order
   * @param {Response} response
   */
  async read(authorization, order, response) {
    await this.#answer(authorization, response, async () => this.#orders.status(order));
  }

  /**
   * @param {string | undefined} authorization
   * @param {string} order
   * @param {any} asked the check's question, in JSON
   * @param {Response} response
   */
  async write(authorization, order, asked, response) {
    await this.#answer(authorization, response, async () => {
      if (asked.make !== undefined) {
        const code = await this.#orders.make(asked.make);
        return { order: code, pay: `check/pay/${encodeURIComponent(code)}` };
      }
      await this.#orders.act(order, asked);
      return {};
    });
  }

  /**
   * Needs no token, since the payer comes here, and starts no payment of an order that the check has not made.
   *
   * @param {string} code
   * @param {Response} response
   */
  async pay(code, response) {
    try {
      response.redirect(303, await this.#orders.startPayment(code));
    } catch (error) {
      refuse(response, error);
    }
  }

  /**
   * @param {string | undefined} authorization
   * @param {Response} response
   * @param {() => Promise<object>} work
   */
  async #answer(authorization, response, work) {
    if (!timingSafeEqual(digestOf(authorization ?? ''), this.#token)) {
      response.status(403).json({});
      return;
    }
    try {
      response.json(await work());
    } catch (error) {
      refuse(response, error);
    }
  }
}

/** @param {string} text */
function digestOf(text) {
  return createHash('sha256').update(text).digest();
}

/**
 * @param {Response} response
 * @param {unknown} error
 */
function refuse(response, error) {
  response
    .status(error instanceof CheckProblem ? error.status : 500)
    .type('text/plain')
    .send(error instanceof Error ? error.message : `${error}`);
}

Controller('turnpike/check')(CheckController);
injectArguments(CheckController, [CheckOrders, CHECK_OPTIONS]);
decorateMethod(CheckController, 'read', [Get()], [Headers('authorization'), Query('order'), Res()]);
decorateMethod(CheckController, 'write', [Post()], [Headers('authorization'), Query('order'), Body(), Res()]);
decorateMethod(CheckController, 'pay', [Get('pay/:code')], [Param('code'), Res()]);
