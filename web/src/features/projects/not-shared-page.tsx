import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../data/me.ts';
import { membersQuery } from '../../data/members.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Page, PageHead } from '../../ui/page-layout.tsx';
import { texts } from './texts.ts';

/** A project of the workspace that is not shared with the user. Only its owner can share it. */
export function NotSharedPage() {
  usePageTitle(texts.noAccessToThisProject);
  const me = useMe();
  const { data } = useInfiniteQuery(membersQuery);
  const people = data?.pages.flatMap((page) => page.data).filter(({ id }) => id !== me.id) ?? [];
  const helpers = people.filter(({ role }) => role !== 'viewer').slice(0, 8);
  return (
    <Page>
      <PageHead title={texts.projectIsNotSharedWith} lead={texts.askOwner} />
      {helpers.length > 0 && (
        <section className="max-w-md">
          <h2 className="mb-2 font-medium">{texts.peopleWhoMayOwnIt}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {helpers.map(({ id, name, email, role }) => (
              <li key={id} className="flex min-h-11 items-center gap-3 py-1.5">
                <Avatar name={name} />
                <span className="min-w-0 flex-1 truncate" dir="auto">
                  {name} <span className="text-sm text-soft">{texts.roles[role]}</span>
                </span>
                <a href={`mailto:${email}`} className="truncate text-sm text-accent hover:underline">
                  {email}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-6">
        <Link to="/projects" className="font-medium text-accent underline underline-offset-4">
          {texts.goToYourProjects}
        </Link>
      </p>
    </Page>
  );
}
