/** The address to which the gateway sends payers back. */
import { Controller, Get, Param, Res } from '@nestjs/common';
import { Logger } from '@vendure/core';
import { decorateMethod, injectArguments } from './inject.js';
import { OPTIONS } from './options.js';
import { TurnpikeService } from './service.js';

/** @import { Response } from 'express' */
/** @import { Options } from './options.js' */

export class ReturnController {
  #turnpike;
  #options;

  /**
   * @param {TurnpikeService} turnpike
   * @param {Options} options
   */
  constructor(turnpike, options) {
    this.#turnpike = turnpike;
    this.#options = options;
  }

  /**
   * Asks the gateway for the result, because anybody can open this address, and leads the payer to the storefront.
   *
   * @param {string} code
   * @param {Response} response
   */
  async receive(code, response) {
    try {
      await this.#turnpike.bringUpToDate(code);
    } catch (error) {
      // The notification brings the result later.
      Logger.error(`The result of order ${code} is not known yet: ${error}`, 'TurnpikePlugin');
    }
    response.redirect(303, this.#options.storefrontUrl(code));
  }
}

Controller('turnpike')(ReturnController);
injectArguments(ReturnController, [TurnpikeService, OPTIONS]);
decorateMethod(ReturnController, 'receive', [Get('return/:code')], [Param('code'), Res()]);
