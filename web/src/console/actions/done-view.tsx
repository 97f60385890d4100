import type { Preview } from '@pematang/contract/staff/actions'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { ChangeLines } from '../../ui/change-lines.tsx'
import { Section } from '../../ui/section.tsx'
import type { ActionState } from './action-state.ts'

type Props = { lines: Preview['lines']; onAgain: () => void } & Pick<ActionState, 'from'>

/** What an action has done that needed nobody else. */
export const DoneView = ({ lines, from, onAgain }: Props) => (
  <Section title="Sudah dilakukan" className="max-w-180">
    <div className="grid gap-5">
      <ChangeLines lines={lines} />
      <div className="flex flex-wrap gap-2">
        {from && (
          <Link to={from.to} className={buttonClass('primary')}>
            Kembali
          </Link>
        )}
        <Button variant="secondary" onClick={onAgain}>
          Isi sekali lagi
        </Button>
      </div>
    </div>
  </Section>
)
