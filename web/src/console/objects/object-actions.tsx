import type { ObjectPage } from '@pematang/contract/staff/objects'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ActionLinks } from '../actions/action-links.tsx'
import { Section } from '../../ui/section.tsx'
import { useMay } from '../session/me.ts'

/** So many are shown at first: a lender has two dozen. */
const few = 8

/** The actions of a page, the first of them until all are asked for. */
export function ObjectActions({ page: { actions, title } }: { page: ObjectPage }) {
  const mayPropose = useMay('WORK')
  const [all, setAll] = useState(false)
  if (!mayPropose || actions.length === 0) return null
  const hidden = all ? 0 : Math.max(0, actions.length - few)
  return (
    <Section title="Tindakan" count={actions.length} flush>
      <ActionLinks
        actions={hidden > 0 ? actions.slice(0, few) : actions}
        label={title}
        className="grid p-2.5"
      />
      {hidden > 0 && (
        <div className="border-t border-line p-1.5">
          <Button variant="quiet" wide className="min-h-10! text-table" onClick={() => setAll(true)}>
            {`${hidden} tindakan lain`}
          </Button>
        </div>
      )}
    </Section>
  )
}
