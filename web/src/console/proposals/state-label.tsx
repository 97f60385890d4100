import type { ProposalRow } from '@pematang/contract/staff/proposals'
import { StatusLabel, type StatusTone } from '../../ui/status-label.tsx'

const words: Record<ProposalRow['state'], [StatusTone, string]> = {
  WAITING: ['warn', 'Menunggu'],
  EXPIRED: ['idle', 'Lewat batas waktu'],
  DONE: ['ok', 'Dilakukan'],
  REFUSED: ['bad', 'Ditolak'],
  WITHDRAWN: ['idle', 'Ditarik'],
}

/** The state of a proposal as dot and word. */
export function StateLabel({ state }: { state: ProposalRow['state'] }) {
  const [tone, text] = words[state]
  return <StatusLabel tone={tone}>{text}</StatusLabel>
}
