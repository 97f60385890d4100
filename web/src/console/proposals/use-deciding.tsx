import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast-store.ts'
import { type Answer, call } from '../api/call.ts'
import type { Confirmation } from '../../parts/confirm-dialog.tsx'
import { PreviewView } from '../parts/preview-view.tsx'
import { PasskeyError } from '../../ui/passkey.ts'
import { type Decision, decide, resultText } from './decide.ts'

type Sheet = Answer<'GET /approvals/page'>

/** What is asked before a proposal is agreed to, refused, withdrawn or confirmed. */
export function useDeciding() {
  const cache = useQueryClient()
  const renew = () => cache.invalidateQueries()

  async function settle(verdict: 'AGREE' | 'REFUSE', decision: Decision, reason?: string) {
    const [result] = await decide(verdict, [decision], reason)
    await renew()
    if (result === undefined) return
    // What was not decided stays open in the dialog, with its sentence.
    if (result.state === 'FAILED') throw new PasskeyError(resultText(result))
    toast.success(resultText(result))
  }
  const agree = ({ number, hash, title, preview, needed, votes }: Sheet): Confirmation => {
    const left = needed - votes.filter(({ verdict }) => verdict === 'AGREED').length
    return {
      title: `Setujui usulan ${number}?`,
      description:
        left > 1
          ? `${title}. Sesudah Anda masih perlu ${left - 1} orang lagi.`
          : `${title}. Dengan persetujuan Anda tindakan ini langsung dilakukan.`,
      body: preview && <PreviewView preview={preview} />,
      confirm: 'Setujui dengan passkey',
      busy: 'Menunggu passkey…',
      act: () => settle('AGREE', { number, hash }),
    }
  }
  const refuse = ({ number, hash, title }: Sheet): Confirmation => ({
    title: `Tolak usulan ${number}?`,
    description: `${title}. Usulan berakhir; pengusul dapat mengajukan yang lain.`,
    reason: 'Alasan penolakan',
    confirm: 'Tolak dengan passkey',
    busy: 'Menunggu passkey…',
    tone: 'danger',
    act: (reason) => settle('REFUSE', { number, hash }, reason),
  })
  const withdraw = ({ number, title }: Sheet): Confirmation => ({
    title: `Tarik usulan ${number}?`,
    description: `${title}. Usulan tidak dapat dihidupkan lagi; yang baru dapat diajukan.`,
    confirm: 'Tarik usulan',
    tone: 'danger',
    async act() {
      await call('POST /approvals/withdraw', { body: { number } })
      await renew()
      toast.success(`Usulan ${number} ditarik.`)
    },
  })
  const confirm = ({ number, title, seat }: Sheet): Confirmation => ({
    title: `Benarkan usulan ${number}?`,
    description: `${title}. Diketik atas nama Anda di baris perintah ${seat ?? ''}. Sesudah Anda benarkan, orang lain dapat menyetujuinya.`,
    confirm: 'Ini usulan saya',
    async act() {
      await call('POST /approvals/confirm', { body: { number } })
      await renew()
      toast.success(`Usulan ${number} dibenarkan.`)
    },
  })
  return { agree, refuse, withdraw, confirm }
}
