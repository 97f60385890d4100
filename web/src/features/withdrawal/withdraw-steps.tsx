import { useEffect, useRef, useState } from 'react'
import { PasswordForm } from '../../session/password-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { amountSentence, chosenAmount, nothingChosen } from './amount-choice.ts'
import { type BankAccount, methodOf, type WithdrawalWish } from './send-withdrawal.ts'
import { useBalance } from './use-balance.ts'
import { usePasswordStep } from './use-password-step.ts'
import { useTransferFee } from './use-transfer-fee.ts'
import { type WithdrawDraft, WithdrawForm } from './withdraw-form.tsx'
import type { WithdrawResult } from './withdraw-result.ts'

export type DialogFrame = { open: boolean; onOpenChange: (open: boolean) => void; onClosed: () => void }
type Props = { frame: DialogFrame; account: BankAccount; onEnded: (result: WithdrawResult) => void }

const formId = 'tarik-dana'
const passwordFormId = 'tarik-dana-kata-sandi'
const emptyDraft = (account: BankAccount): WithdrawDraft => ({
  ...nothingChosen,
  reason: null,
  method: methodOf(account),
})

/** What the draft comes to now: the wish that it is, once it is whole and can be granted as far as the browser knows. */
function useWish(account: BankAccount, draft: WithdrawDraft) {
  const { reason, method } = draft
  const balance = useBalance(method)
  const cash = balance.balance
  const amount = cash === undefined ? null : chosenAmount(draft, cash)
  const isAllowed = cash !== undefined && amountSentence(amount, cash) === null
  const fee = useTransferFee(account, method, isAllowed ? amount : null)
  const isWhole = isAllowed && amount !== null && reason !== null && fee.isFor
  const wish: WithdrawalWish | null = isWhole ? { amount, reason, method } : null
  return { balance, fee, wish }
}

/** The form step, then the password step, in one dialog. However it ends, the form is empty again. */
export function WithdrawSteps({ frame, account, onEnded }: Props) {
  const [draft, setDraft] = useState(() => emptyDraft(account))
  const [confirmed, setConfirmed] = useState<WithdrawalWish | null>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const { balance, fee, wish } = useWish(account, draft)
  const step = usePasswordStep({ account, wish: confirmed, onEnded: end })

  // The button that had the focus is gone with the form step.
  useEffect(() => {
    if (confirmed) step.field.current?.focus()
  }, [confirmed, step.field])

  function back() {
    step.forget()
    setConfirmed(null)
  }

  function end(result: WithdrawResult) {
    back()
    setDraft(emptyDraft(account))
    onEnded(result)
  }

  if (!confirmed) {
    return (
      <Dialog
        {...frame}
        // A keyboard that pops up would cover the form on a touch screen.
        {...(matchMedia('(pointer: fine)').matches && { initialFocus: amountField })}
        size="small"
        title="Tarik Dana"
        footer={
          <Button type="submit" form={formId} disabled={!wish}>
            Selanjutnya
          </Button>
        }
      >
        <WithdrawForm
          formId={formId}
          fieldRef={amountField}
          account={account}
          balance={balance}
          fee={fee}
          draft={draft}
          onChange={setDraft}
          onSubmit={() => wish && setConfirmed(wish)}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      {...frame}
      locked={step.busy}
      size="third"
      title="Masukan Kata Sandi"
      description={
        <>
          Tarik <Money amount={confirmed.amount} className="font-semibold text-ink" /> ke {account.bankName}{' '}
          <span className="figures">{account.bankAccount}</span>
        </>
      }
      footer={
        <>
          <Button variant="secondary" disabled={step.busy} onClick={back}>
            Kembali
          </Button>
          <Button type="submit" form={passwordFormId} disabled={!step.isReady}>
            Tarik Dana
          </Button>
        </>
      }
    >
      <PasswordForm
        formId={passwordFormId}
        fieldRef={step.field}
        value={step.password}
        error={step.sentence}
        onChange={step.type}
        onSubmit={() => void step.submit()}
      />
    </Dialog>
  )
}
