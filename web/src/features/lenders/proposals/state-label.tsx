import type { CompanyProposalRow } from '@pematang/contract/lenders/company/endpoints'
import { StatusLabel, type StatusTone } from '../../../ui/status-label.tsx'

const looks: Record<CompanyProposalRow['state'], readonly [StatusTone, string]> = {
  WAITING: ['warn', 'Menunggu'],
  DONE: ['ok', 'Disetujui'],
  REFUSED: ['bad', 'Ditolak'],
  WITHDRAWN: ['idle', 'Ditarik'],
  EXPIRED: ['idle', 'Lewat waktu'],
}

/** How a proposal stands, as a word. */
export function StateLabel({ state }: Pick<CompanyProposalRow, 'state'>) {
  const [tone, word] = looks[state]
  return <StatusLabel tone={tone}>{word}</StatusLabel>
}
