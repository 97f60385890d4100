/** A small number beside a link: how many wait behind it. */
export const Count = ({ of }: { of: number }) =>
  of > 0 ? (
    <span className="figures grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1.5 text-meta font-semibold text-on-brand">
      <span aria-hidden>{of > 99 ? '99+' : of}</span>
      <span className="sr-only">{`${of} menunggu Anda`}</span>
    </span>
  ) : null
