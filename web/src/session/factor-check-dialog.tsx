import { factorWrongSentence } from '@pematang/contract/lenders/factors/rules'
import type { FactorAnswer } from '@pematang/contract/lenders/factors/endpoints'
import { api } from '../api/client.ts'
import { toast } from '../ui/toast-store.ts'
import { FactorDialog } from './factor-dialog.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called when the factor was right. The session may then do one such action within two minutes. */
  onValid: () => void
}

const offer = () => api('POST /auth/factors/check/offer')

/** Asks for the second factor before an action, as the dialog Masukan Kata Sandi asks for the password. */
export function FactorCheckDialog({ open, onOpenChange, onValid }: Props) {
  async function answer(body: FactorAnswer): Promise<string | null> {
    const { is_validated: isValid } = await api('POST /auth/factors/check', { body })
    if (!isValid) return factorWrongSentence
    onValid()
    onOpenChange(false)
    return null
  }
  return (
    <FactorDialog
      open={open}
      onOpenChange={onOpenChange}
      description="Tindakan ini memerlukan verifikasi sekali lagi."
      offer={offer}
      answer={answer}
      onEnded={(sentence) => {
        toast.error(sentence)
        onOpenChange(false)
      }}
    />
  )
}
