import type { FactorAnswer } from '@pematang/contract/lenders/factors/endpoints'
import { factorWrongSentence } from '@pematang/contract/lenders/factors/rules'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { FactorWays } from './factor-ways.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called when the factor was right. The session may then do one such action within two minutes. */
  onValid: () => void
}

const offer = () => api('POST /auth/factors/check/offer')

/** Asks for the second factor before an action, as the dialog Masukan Kata Sandi asks for the password. */
export function FactorCheckDialog({ open, onOpenChange, onValid }: Props) {
  const [busy, setBusy] = useState(false)
  async function answer(body: FactorAnswer): Promise<string | null> {
    const { is_validated: isValid } = await api('POST /auth/factors/check', { body })
    if (!isValid) return factorWrongSentence
    onValid()
    onOpenChange(false)
    return null
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={busy}
      size="small"
      title="Verifikasi Dua Langkah"
      description="Tindakan ini memerlukan verifikasi sekali lagi."
    >
      <FactorWays
        offer={offer}
        answer={answer}
        onBusy={setBusy}
        onEnded={(sentence) => {
          toast.error(sentence)
          onOpenChange(false)
        }}
      />
    </Dialog>
  )
}
