import type { FileRow } from '@pematang/contract/staff/files'
import { StatusLabel, type StatusTone } from '../../ui/status-label.tsx'

type Run = Pick<NonNullable<FileRow['last']>, 'what' | 'outcome'> & { refused: number | null }

function wordsOf({ what, outcome, refused }: Run): [StatusTone, string] {
  if (outcome === null) return ['warn', what === 'TRIAL' ? 'Sedang diuji coba' : 'Sedang diimpor']
  if (outcome === 'UNREADABLE') return ['bad', 'Tidak terbaca']
  if (outcome !== 'DONE') return ['bad', 'Tidak diimpor']
  const tone: StatusTone = (refused ?? 0) > 0 ? 'bad' : 'ok'
  return what === 'TRIAL' ? [tone, 'Diuji coba'] : [tone, 'Diimpor']
}

/** How the last run of a file stands, as dot and word. */
export function RunLabel({
  run,
}: {
  run: Omit<Run, 'refused'> & { found?: { refused: number } | null; refused?: number | null }
}) {
  const [tone, text] = wordsOf({ ...run, refused: run.refused ?? run.found?.refused ?? 0 })
  return <StatusLabel tone={tone}>{text}</StatusLabel>
}
