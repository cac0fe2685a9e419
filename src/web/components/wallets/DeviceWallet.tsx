import { brandingOf } from '../branding.ts';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { HiddenInputs } from '../pay-form/HiddenInputs.tsx';
import type { DeviceWalletModel, PayFormModel } from '../pay-form/model.ts';

/** White on a dark page, as both wallets want it. */
const BLACK = brandingOf('#000000');

interface DeviceWalletProps {
  readonly wallet: DeviceWalletModel;
  readonly model: PayFormModel;
}

/**
 * The button of a wallet on the payer's device, hidden until the page's script has found that the wallet works in this
 * browser. The input for the token is filled in after the payer has confirmed on the wallet's sheet.
 */
export function DeviceWallet({ wallet, model }: DeviceWalletProps) {
  return (
    <form
      method="post"
      action={model.action}
      hidden
      data-wallet={wallet.id}
      data-script={wallet.script}
      data-request={wallet.request}
      data-validation={wallet.validation}
      data-failed={wallet.failed}
    >
      <HiddenInputs hidden={model.hidden} method={wallet.id} />
      {model.asksBrowser ? <input type="hidden" name="browser" autocomplete="off" /> : null}
      <input type="hidden" name="walletToken" autocomplete="off" />
      <SubmitButton
        look="wallet"
        label={wallet.name}
        fullLabel={wallet.button}
        busyLabel={model.labels.busy}
        mark={wallet.mark}
        branding={BLACK}
      />
    </form>
  );
}
