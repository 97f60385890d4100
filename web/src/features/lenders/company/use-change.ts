import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../api/errors.ts'
import { useOnWaiting } from '../../../company/acting.ts'
import { carriedOut, Waiting } from '../../../company/proposed.ts'
import { isPasswordMissing, usePasswordConsent } from '../../../session/password-consent.tsx'
import { toast } from '../../../ui/toast-store.ts'

type Options<Input> = {
  /** The label of the button that gives the password. */
  action: string
  change: (input: Input) => Promise<unknown>
  /** What is said once it is done. */
  done: (input: Input) => string
  /** Called when it is done or proposed. */
  onEnded: () => void
}

/**
 * A change of people or rules: it asks for the second factor or the password, and becomes a proposal where another
 * administrator has to decide.
 * @returns `fault` is the sentence of the last refusal
 */
export function useCompanyChange<Input>({ action, change, done, onEnded }: Options<Input>) {
  const client = useQueryClient()
  const password = usePasswordConsent(action)
  const onWaiting = useOnWaiting()
  const mutation = useMutation({
    mutationFn: (input: Input) => password.withPassword(async () => carriedOut(await change(input))),
    onSuccess: (_answer, input) => {
      toast.success(done(input))
      onEnded()
    },
    onError(error) {
      if (!(error instanceof Waiting)) return
      onEnded()
      onWaiting(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['company'] }),
  })
  const { error } = mutation
  const isFault = error !== null && !isPasswordMissing(error) && !(error instanceof Waiting)
  return { ...mutation, fault: isFault ? messageOf(error) : null, dialog: password.dialog }
}
