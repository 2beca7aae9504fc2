import { createContext, type ReactNode, useContext } from 'react';

/** The margins of a page. Pages that use the whole width, such as the file page, do without it. */
export const Page = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-6">{children}</div>
);

/** The same left margin as `Page`, for a child of the page's whole width that uses the space at the right too. */
export const pageStart = 'ps-4 sm:ps-[max(1.5rem,calc((100%-72rem)/2+1.5rem))] pe-4 sm:pe-6';

const Origin = createContext<ReactNode>(null);

/** What the pages inside belong to. A phone shows it beside their titles, because it has no navigation at the side. */
export const PageOrigin = Origin.Provider;

const Company = createContext<ReactNode>(null);

/** Who else has the page open, beside its title. */
export const PageCompany = Company.Provider;
export const usePageCompany = (): ReactNode => useContext(Company);

const Tools = createContext<ReactNode>(null);

/** What every page of a project offers, at the end of its top bar. */
export const PageToolsProvider = Tools.Provider;
export const PageTools = () => useContext(Tools);

export function PageTitle({ children }: { children: string }) {
  const origin = useContext(Origin);
  const company = usePageCompany();
  return (
    <>
      <h1 tabIndex={-1} dir="auto" className="min-w-0 font-serif text-xl tracking-tight outline-none">
        {children}
      </h1>
      {company}
      {origin && <div className="min-w-0 flex-1 basis-16 truncate text-sm text-soft md:hidden">{origin}</div>}
    </>
  );
}

interface PageHeadProps {
  title: string;
  /** Beside the title. */
  badge?: ReactNode;
  lead?: ReactNode;
  /** One line of facts below the lead. */
  meta?: ReactNode;
  actions?: ReactNode;
}

export function PageHead({ title, badge, lead, meta, actions }: PageHeadProps) {
  const tools = useContext(Tools);
  return (
    <header className="mb-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        {/* On a phone the actions are beside a short title, and below it if they are wide. */}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-md:flex-1 max-md:basis-36">
          <PageTitle>{title}</PageTitle>
          {badge}
        </div>
        {actions && (
          <div className={`flex items-center gap-2 ${tools ? 'ms-auto max-md:order-last max-md:ms-0' : ''}`}>
            {actions}
          </div>
        )}
        {tools && <div className="flex md:nth-3:-ms-4">{tools}</div>}
      </div>
      {lead && <div className="mt-1 max-w-prose text-soft">{lead}</div>}
      {meta && <p className="mt-2 text-sm text-soft">{meta}</p>}
    </header>
  );
}

export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-6 pb-8">
      <h2 className="font-serif text-lg">{title}</h2>
      {lead && <p className="mt-1 max-w-prose text-sm text-soft">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

export const Badge = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium text-soft">
    {children}
  </span>
);
