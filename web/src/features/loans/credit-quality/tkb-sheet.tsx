import { Dialog } from '../../../ui/dialog.tsx'
import { type Figures, heading, names } from './figures.ts'

type Props = { figures: Figures; open: boolean; onOpenChange: (open: boolean) => void }

/** A sheet with the four TKB figures and their meaning, for phones. */
export function TkbSheet({ figures, open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={heading} size="small">
      <dl className="hairlines">
        {names.map((name) => (
          <div key={name} className="flex h-12 items-center justify-between">
            <dt className="text-mute">{name}</dt>
            <dd className="figures font-semibold">{figures[name]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-table text-mute">{figures.description}</p>
    </Dialog>
  )
}
