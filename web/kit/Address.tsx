import { Fragment } from 'react'

/** The address of a page, which breaks after its slashes and before its dots. */
export const Address = ({ address }: { address: string }) =>
  address.split(/(?<=\/)(?!\/)|(?=\.)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else that tells it apart
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
