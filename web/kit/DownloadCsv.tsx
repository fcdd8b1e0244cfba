import type { QueryInputOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { pathTo } from '#web/api.ts'
import './Button.css'

type Table = 'exportOrders' | 'exportClients' | 'exportLeads' | 'exportPayments'

type DownloadCsvProps<Name extends Table> = {
  call: Name
  query?: QueryInputOf<Contract[Name]>
  /** The name of the download, for those who do not see where the link stands. */
  what: string
}

/** A table to download. It is a link: the browser itself writes it to the disk, however long it is. */
export const DownloadCsv = <Name extends Table>({ call, query, what }: DownloadCsvProps<Name>) => (
  <a className="quiet target small nowrap underline flex-none content-center" href={pathTo(call, query)} download>
    Download CSV<span className="sr"> of {what}</span>
  </a>
)
