import { SubmitButton } from '../form/SubmitButton.tsx';
import { HiddenInputs } from '../pay-form/HiddenInputs.tsx';
import type { PayFormModel, WalletModel } from '../pay-form/model.ts';
import { DeviceWallet } from '../wallets/DeviceWallet.tsx';

/** The wallets above the list of ways to pay: one row of buttons, each in its wallet's colour. */
export function Express({ model }: { model: PayFormModel }) {
  const { wallets, deviceWallets } = model;
  if (deviceWallets.length === 0) {
    return wallets.length === 0 ? null : <Row model={model} />;
  }
  return (
    <div id="wallets" hidden={wallets.length === 0}>
      <Row model={model} />
    </div>
  );
}

function Row({ model }: { model: PayFormModel }) {
  return (
    <>
      <div class="express">
        {model.deviceWallets.map((wallet) => (
          <DeviceWallet key={wallet.id} wallet={wallet} model={model} />
        ))}
        {model.wallets.map((wallet) => (
          <WalletForm key={wallet.id} wallet={wallet} model={model} />
        ))}
      </div>
      <p class="or">{model.text.or}</p>
    </>
  );
}

/** The button shows the name alone, since the page has the amount above it; a screen reader reads the amount too. */
function WalletForm({ wallet, model }: { wallet: WalletModel; model: PayFormModel }) {
  const { id, name, button, busy, mark, branding } = wallet;
  return (
    <form method="post" action={model.action}>
      <HiddenInputs hidden={model.hidden} method={id} />
      <SubmitButton look="wallet" label={name} fullLabel={button} busyLabel={busy} mark={mark} branding={branding} />
    </form>
  );
}
