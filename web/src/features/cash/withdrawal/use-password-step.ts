import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { WithPassword } from '../../../session/password-consent.tsx'
import { useActing } from '../../../company/acting.ts'
import { type Decision, Waiting } from '../../../company/proposed.ts'
import { withLoader } from '../../../ui/loader-store.ts'
import { passwordRule } from './password-rule.ts'
import { type BankAccount, sendWithdrawal, type WithdrawalRequest } from './send-withdrawal.ts'
import { failureOf, type WithdrawFailure } from './withdraw-failure.ts'
import { factsOf, withAnswer, type WithdrawResult } from './withdraw-result.ts'

type Options = {
  account: BankAccount
  request: WithdrawalRequest | null
  /** Asks for the second factor, where the server does, and repeats the call. */
  withProof: WithPassword
  /** The proposal that it decides, in a company. */
  decision: Decision | undefined
  onEnded: (result: WithdrawResult) => void
  onWaiting: (waiting: Waiting) => void
}

/** The password step: the input, the sentence under it, and the call that sends the withdrawal. */
export function usePasswordStep({ account, request, withProof, decision, onEnded, onWaiting }: Options) {
  const acting = useActing(decision)
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const { sentence, canSend } = passwordRule(password)
  const isReady = canSend && !busy

  function type(typed: string) {
    setPassword(typed)
    setRefusal(null)
  }

  async function submit() {
    if (!isReady || !request) return
    setBusy(true)
    setRefusal(null)
    const result = await send(account, request, () =>
      withProof(() => withLoader(() => sendWithdrawal(account, request, password, { acting, decision }))),
    )
    setBusy(false)
    // Refetches all figures, because any outcome may have changed them.
    void client.invalidateQueries()
    if (result instanceof Waiting) return onWaiting(result)
    if ('result' in result) return onEnded(result.result)
    setRefusal(result.field)
    field.current?.focus()
  }

  return {
    field,
    password,
    sentence: refusal ?? sentence,
    isReady,
    busy,
    type,
    forget: () => type(''),
    submit,
  }
}

async function send(
  account: BankAccount,
  request: WithdrawalRequest,
  call: () => ReturnType<typeof sendWithdrawal>,
): Promise<WithdrawFailure | Waiting> {
  const facts = factsOf(account, request)
  try {
    return { result: { outcome: 'success', facts: withAnswer(facts, await call()) } }
  } catch (error) {
    return error instanceof Waiting ? error : failureOf(error, facts)
  }
}
