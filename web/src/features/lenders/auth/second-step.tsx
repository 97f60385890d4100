import type { FactorAnswer } from '@pematang/contract/lenders/factors/endpoints'
import { api } from '../../../api/client.ts'
import { FactorWays } from '../../../session/factor-ways.tsx'
import { saveSession } from '../../../session/store.ts'
import { toast } from '../../../ui/toast-store.ts'

type Props = {
  /** Called where the password must be given again. */
  onEnded: () => void
}

const offer = () => api('POST /auth/login/factor/offer')

async function answer(body: FactorAnswer): Promise<null> {
  saveSession(await api('POST /auth/login/factor', { body }))
  return null
}

/** The second step of a login. On success the session is stored, and the route guard redirects. */
export const SecondStep = ({ onEnded }: Props) => (
  <FactorWays
    offer={offer}
    answer={answer}
    onEnded={(sentence) => {
      toast.error(sentence)
      onEnded()
    }}
  />
)
