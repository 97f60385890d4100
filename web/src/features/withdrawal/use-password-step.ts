import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { withLoader } from '../../ui/loader-store.ts'
import { passwordRule } from './password-rule.ts'
import { type BankAccount, sendWithdrawal, type WithdrawalWish } from './send-withdrawal.ts'
import { failureOf, type WithdrawFailure } from './withdraw-failure.ts'
import type { WithdrawResult } from './withdraw-result.ts'

type Options = {
  account: BankAccount
  wish: WithdrawalWish | null
  onEnded: (result: WithdrawResult) => void
}

/** The password step: what is typed, the sentence under it, and the call that sends the withdrawal. */
export function usePasswordStep({ account, wish, onEnded }: Options) {
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
    if (!isReady || !wish) return
    setBusy(true)
    setRefusal(null)
    const result = await withLoader(() => send(account, wish, password))
    setBusy(false)
    // Whatever the outcome, figures from before are no longer sure.
    void client.invalidateQueries()
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

async function send(...withdrawal: Parameters<typeof sendWithdrawal>): Promise<WithdrawFailure> {
  try {
    await sendWithdrawal(...withdrawal)
    return { result: { outcome: 'success' } }
  } catch (error) {
    return failureOf(error)
  }
}
