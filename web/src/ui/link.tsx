import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: To; replace?: boolean; state?: unknown }

/** A link to a screen. The router's own brings the code of its server and its prefetching, which nothing here uses. */
export function Link({ to, replace, state, onClick, children, ...rest }: Props) {
  const href = useHref(to)
  const follow = useLinkClickHandler(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(rest.target !== undefined && { target: rest.target }),
  })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}
