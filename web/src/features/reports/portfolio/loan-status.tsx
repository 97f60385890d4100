import type { ReactNode } from 'react'
import { Popover } from '../../../ui/popover.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { statusLook } from './status.ts'

type Props = {
  status: string
  /** Shown beside the meaning of the status. */
  children?: ReactNode
}

/** The status of a loan; pressing it shows its meaning. */
export function LoanStatus({ status, children }: Props) {
  const { tone, label, meaning } = statusLook(status)
  if (meaning === null) return <StatusLabel tone={tone}>{label}</StatusLabel>
  return (
    <Popover
      label={`Arti status ${label}`}
      isNamed
      triggerClassName="cursor-help rounded-full transition-shadow hover:shadow-card"
      trigger={<StatusLabel tone={tone}>{label}</StatusLabel>}
    >
      <p className="text-table">{meaning}</p>
      {children}
    </Popover>
  )
}
