import { ActionLinks } from '../actions/action-links.tsx'
import { useRows } from '../api/use-rows.ts'
import { Notice } from '../../ui/notice.tsx'
import { momentText } from '../../parts/moment-text.ts'

/** Runs without the second pair that a rule asks for, on the first screen until another person has looked. */
export function BrokenGlass() {
  const { rows = [] } = useRows('GET /today/list', { key: 'breakGlass' })
  return rows.map(({ id, words, since, actions }) => (
    <Notice
      key={id}
      tone="bad"
      action={<ActionLinks actions={actions} label="Hari ini" className="flex flex-wrap gap-1" look="box" />}
    >
      <p className="font-semibold">Dijalankan tanpa persetujuan orang kedua</p>
      <p className="wrap-anywhere">{since ? `${words}, ${momentText(since)}` : words}</p>
    </Notice>
  ))
}
