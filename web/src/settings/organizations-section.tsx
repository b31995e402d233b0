import { useQuery } from '@tanstack/react-query';
import { OrganizationMembers } from '../administration-parts/organization-members.tsx';
import { type OwnOrganization, ownOrganizationsQuery } from '../api/organizations.ts';
import { Section } from '../look/page/section.tsx';
import { ErrorState } from '../look/states/error-state.tsx';
import { organizations as texts } from '../texts/administration.ts';
import classes from './settings.module.css';

/** The organizations that one belongs to. Their admins and owners change the members here. */
export function OrganizationsSection() {
  const { data, error, refetch } = useQuery(ownOrganizationsQuery);
  if (data?.items.length === 0) return null;
  return (
    <Section title={texts.label} text={texts.ownText}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.items.map(organization => (
        <Organization key={organization.id} organization={organization} />
      ))}
    </Section>
  );
}

function Organization({ organization: { id, name, role, members } }: { organization: OwnOrganization }) {
  const mayManage = role === 'admin' || role === 'owner';
  return (
    <section className={classes.organization} aria-label={name}>
      <h3 className={classes.name}>
        <bdi>{name}</bdi> <span className="tiny dim">{texts.roles[role]}</span>
      </h3>
      {mayManage ? (
        <OrganizationMembers id={id} members={members} most={role} changes={[ownOrganizationsQuery.queryKey]} />
      ) : (
        <p className={classes.detail}>{texts.countMembers(members.length)}</p>
      )}
    </section>
  );
}
