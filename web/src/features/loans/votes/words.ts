import { formatCalculated } from '@pematang/contract/format/percent'
import { groupThousands } from '@pematang/contract/format/rupiah'
import { formatTenor, tenorPeriodName } from '@pematang/contract/format/tenor'
import type { StatusTone } from '../../../ui/status-label.tsx'
import type { Vote } from './queries.ts'

type State = Vote['state']

const states: Record<State, { label: string; tone: StatusTone }> = {
  OPEN: { label: 'Berlangsung', tone: 'warn' },
  PASSED: { label: 'Disetujui', tone: 'ok' },
  USED: { label: 'Disetujui dan berlaku', tone: 'ok' },
  LAPSED: { label: 'Disetujui, tidak dipakai', tone: 'idle' },
  REFUSED: { label: 'Tidak disetujui', tone: 'bad' },
  NO_QUORUM: { label: 'Kuorum tidak tercapai', tone: 'idle' },
  WITHDRAWN: { label: 'Ditarik kembali', tone: 'idle' },
  VOID: { label: 'Gugur', tone: 'idle' },
}

export const stateOf = (state: State) => states[state]

const kept = 'Ketentuan pinjaman tidak berubah.'
const ends: Record<Exclude<State, 'OPEN'>, string> = {
  PASSED: 'Usulan disetujui. Ketentuan lama berlaku sampai ketentuan baru dicatat.',
  USED: 'Usulan disetujui dan ketentuan baru sudah berlaku.',
  LAPSED: `Usulan disetujui, tetapi tidak dipakai. ${kept}`,
  REFUSED: `Yang setuju kurang dari mayoritas. ${kept}`,
  NO_QUORUM: `Yang bersuara kurang dari kuorum. ${kept}`,
  WITHDRAWN: `Usulan ditarik kembali. ${kept}`,
  VOID: `Saldo pinjaman berubah sebelum pemungutan suara berakhir. ${kept}`,
}

/** How a vote ended; null while it is open. */
export const endOf = ({ state, because }: Pick<Vote, 'state' | 'because'>): string | null => {
  if (state === 'OPEN') return null
  return state === 'WITHDRAWN' && because !== null ? `${ends[state]} Alasan: ${because}` : ends[state]
}

export const askers: Record<Vote['askedBy'], string> = {
  OPERATOR: 'Diusulkan Penyelenggara',
  BORROWER: 'Diminta Penerima Dana',
  LENDERS: 'Diminta Pemberi Dana',
}

const spreads = { ANNUITY: 'Anuitas', FLAT: 'Flat', BULLET: 'Bullet' } as const

export const spreadOf = ({ interestType }: Pick<Vote['before'], 'interestType'>): string =>
  spreads[interestType]

/** The return of a side in percent with two decimals; a dash where there is none. */
export const returnText = ({ annualReturn }: Pick<Vote['before'], 'annualReturn'>): string =>
  annualReturn === null ? '–' : formatCalculated(annualReturn)

export const tenorOf = ({ tenor, tenorPeriod }: Pick<Vote['before'], 'tenor' | 'tenorPeriod'>): string =>
  formatTenor(tenor, tenorPeriodName(tenorPeriod))

/** What makes the vote pass, in words. */
export function ruleText({ call, quorum, majority }: Pick<Vote, 'call' | 'quorum' | 'majority'>): string {
  const least = call === 1 ? 'lebih dari' : 'paling sedikit'
  return `Usulan diterima bila ${least} ${quorum.part}/${quorum.of} sisa pokok bersuara, dan paling sedikit ${majority.part}/${majority.of} dari yang bersuara setuju.`
}

/** The part of the principal that has voted, in whole percent, never rounded up. */
export const percentVoted = ({ voted, principal }: Pick<Vote, 'voted' | 'principal'>): number =>
  Math.floor((voted / principal) * 100)

export const votedText = (vote: Pick<Vote, 'voted' | 'principal' | 'lenders' | 'lendersVoted'>): string =>
  `${percentVoted(vote)}% sisa pokok, ${groupThousands(String(vote.lendersVoted))} dari ${groupThousands(String(vote.lenders))} Pemberi Dana`

export const choiceText = (agrees: boolean): string => (agrees ? 'Setuju' : 'Tidak setuju')
