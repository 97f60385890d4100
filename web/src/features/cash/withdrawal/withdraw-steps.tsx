import { payOut, withdrawalReasons } from '@pematang/contract/cash/withdrawal/rules'
import { useEffect, useRef, useState } from 'react'
import { useOnWaiting } from '../../../company/acting.ts'
import type { Decision, Waiting } from '../../../company/proposed.ts'
import { useIsProposed } from '../../../company/use-company.ts'
import { usePasswordConsent } from '../../../session/password-consent.tsx'
import { PasswordForm } from '../../../session/password-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { amountSentence, chosenAmount, nothingChosen } from './amount-choice.ts'
import { type BankAccount, methodOf, type WithdrawalRequest } from './send-withdrawal.ts'
import { useBalance } from './use-balance.ts'
import { usePasswordStep } from './use-password-step.ts'
import { useTransferFee } from './use-transfer-fee.ts'
import { type WithdrawDraft, WithdrawForm } from './withdraw-form.tsx'
import type { WithdrawResult } from './withdraw-result.ts'

export type DialogFrame = { open: boolean; onOpenChange: (open: boolean) => void; onClosed: () => void }
type Props = {
  frame: DialogFrame
  account: BankAccount
  decision: Decision | undefined
  onEnded: (result: WithdrawResult) => void
  onProfile?: (() => void) | undefined
}

const formId = 'tarik-dana'
const passwordFormId = 'tarik-dana-kata-sandi'
const emptyDraft = (account: BankAccount): WithdrawDraft => ({
  ...nothingChosen,
  reason: null,
  method: methodOf(account),
})
/** What was proposed. */
const draftOf = ({ body }: Decision): WithdrawDraft => ({
  all: false,
  typed: Number(body.amount),
  reason: withdrawalReasons.find((reason) => reason === body.reason) ?? null,
  method: body.methodPayment === 2 ? 2 : 1,
})

/**
 * The request that the draft describes, once it is complete and allowed according to the rules known to the browser.
 */
function useRequest(account: BankAccount, draft: WithdrawDraft) {
  const { reason, method } = draft
  const balance = useBalance(method)
  const cash = balance.balance
  const amount = cash === undefined ? null : chosenAmount(draft, cash)
  const isAllowed = cash !== undefined && amountSentence(amount, cash) === null
  const fee = useTransferFee(account, method, isAllowed ? amount : null)
  const transferFee = fee.isFor ? fee.data?.transfer_fee : undefined
  if (!isAllowed || amount === null || transferFee === undefined || reason === null)
    return { balance, fee, request: null }
  if (amountSentence(amount, cash, transferFee) !== null) return { balance, fee, request: null }
  const { sent } = payOut({ amount, fee: transferFee, cashBalance: cash })
  const request: WithdrawalRequest = { amount, reason, method, sent, fee: transferFee }
  return { balance, fee, request }
}

/** The form step, then the password step, in one dialog. The form is cleared whatever the outcome. */
export function WithdrawSteps({ frame, account, decision, onEnded, onProfile }: Props) {
  const [draft, setDraft] = useState(() => (decision ? draftOf(decision) : emptyDraft(account)))
  const [confirmed, setConfirmed] = useState<WithdrawalRequest | null>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const { balance, fee, request } = useRequest(account, draft)
  const proof = usePasswordConsent('Tarik Dana')
  const isProposed = useIsProposed('WITHDRAWAL')(request?.amount ?? null) && !decision
  const onWaiting = useOnWaiting()
  const step = usePasswordStep({
    account,
    request: confirmed,
    withProof: proof.withPassword,
    decision,
    onEnded: end,
    onWaiting(waiting: Waiting) {
      frame.onOpenChange(false)
      onWaiting(waiting)
    },
  })

  // Moves the focus, because the focused button was removed with the form step.
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
        // On a touch screen the on-screen keyboard would cover the form; what was proposed cannot be typed.
        {...(!decision && matchMedia('(pointer: fine)').matches && { initialFocus: amountField })}
        size="small"
        title="Tarik Dana"
        footer={
          <Button type="submit" form={formId} disabled={!request}>
            Selanjutnya
          </Button>
        }
      >
        <WithdrawForm
          formId={formId}
          fieldRef={amountField}
          account={account}
          onProfile={onProfile}
          balance={balance}
          fee={fee}
          draft={draft}
          isFixed={decision !== undefined}
          onChange={setDraft}
          onSubmit={() => setConfirmed(request)}
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
          Dikirim <Money amount={confirmed.sent} className="font-semibold text-ink" />, biaya{' '}
          <Money amount={confirmed.fee} />, ke {account.bankName}{' '}
          <span className="figures">{account.bankAccount}</span>
        </>
      }
      footer={
        <>
          <Button variant="secondary" disabled={step.busy} onClick={back}>
            Kembali
          </Button>
          <Button type="submit" form={passwordFormId} disabled={!step.isReady}>
            {isProposed ? 'Ajukan' : decision ? 'Setujui dan Tarik Dana' : 'Tarik Dana'}
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
      {proof.dialog}
    </Dialog>
  )
}
