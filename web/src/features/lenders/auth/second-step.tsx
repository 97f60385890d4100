import type { FactorAnswer } from '@pematang/contract/lenders/factors/endpoints'
import { api } from '../../../api/client.ts'
import { FactorDialog } from '../../../session/factor-dialog.tsx'
import { saveSession } from '../../../session/store.ts'

type Props = {
  /** Called with a sentence where the password must be given again, with null where the lender closes the dialog. */
  onClosed: (sentence: string | null) => void
}

const offer = () => api('POST /auth/login/factor/offer')

async function answer(body: FactorAnswer): Promise<null> {
  saveSession(await api('POST /auth/login/factor', { body }))
  return null
}

/** The second step of a login. On success the session is stored, and the route guard redirects. */
export const SecondStep = ({ onClosed }: Props) => (
  <FactorDialog
    open
    onOpenChange={(stays) => !stays && onClosed(null)}
    description="Akun Anda dilindungi dengan verifikasi dua langkah."
    offer={offer}
    answer={answer}
    onEnded={onClosed}
  />
)
