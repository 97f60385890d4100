import { useLocation } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { useCall } from '../api/use-call.ts'
import { actionPath } from '../paths.ts'
import { useMay } from '../session/me.ts'
import type { ActionState } from './action-state.ts'
import type { Input } from './input.ts'

type Props = {
  actions: readonly { name: string; input: Input }[]
  /** The page on which they stand, to which the form leads back. */
  label: string
  className?: string
  /** A box stands out on a coloured ground. */
  look?: 'text' | 'box'
}

const looks = {
  text: 'text-brand hover:bg-brand-tint',
  box: 'border border-field-line bg-surface text-ink hover:bg-sunken',
} as const

/** The actions that belong to an object or to something that waits, as links to their forms. */
export function ActionLinks({ actions, label, className, look = 'text' }: Props) {
  const mayPropose = useMay('WORK')
  const { pathname, search } = useLocation()
  const known = useCall('GET /actions', undefined, { enabled: mayPropose }).data?.actions
  if (!mayPropose || actions.length === 0 || known === undefined) return null
  return (
    <ul className={className}>
      {actions.map(({ name, input }) => {
        const action = known.find((one) => one.name === name)
        const state: ActionState = { input, from: { to: pathname + search, label } }
        return action ? (
          <li key={`${name} ${JSON.stringify(input)}`}>
            <Link
              to={actionPath(name)}
              state={state}
              title={action.does}
              className={cx(
                'inline-flex min-h-9 items-center rounded-control px-2.5 text-table font-medium',
                looks[look],
              )}
            >
              {action.title}
            </Link>
          </li>
        ) : null
      })}
    </ul>
  )
}
