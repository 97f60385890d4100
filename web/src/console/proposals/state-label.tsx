import type { ProposalRow } from '@pematang/contract/staff/proposals'
import { StatusLabel, type StatusTone } from '../../ui/status-label.tsx'

const words: Record<ProposalRow['state'], [StatusTone, string]> = {
  WAITING: ['warn', 'Menunggu'],
  EXPIRED: ['idle', 'Lewat batas waktu'],
  DONE: ['ok', 'Dilakukan'],
  REFUSED: ['bad', 'Ditolak'],
  WITHDRAWN: ['idle', 'Ditarik'],
}

type Props = { state: ProposalRow['state']; isConfirmed?: boolean }

/** The state of a proposal as dot and word. */
export function StateLabel({ state, isConfirmed = true }: Props) {
  const [tone, text] = words[state]
  const isTyped = state === 'WAITING' && !isConfirmed
  return <StatusLabel tone={tone}>{isTyped ? 'Belum dibenarkan' : text}</StatusLabel>
}
