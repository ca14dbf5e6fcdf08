// The ways in for visitors, of the header and of its menu; how they stand is the caller's.
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

export const VisitorButtons = ({ login }: { login: 'ghost' | 'secondary' }) => (
  <>
    <Button asChild variant={login}>
      <Link to={paths.login.href()}>Log in</Link>
    </Button>
    <Button asChild>
      <Link to={paths.register.href()}>Get Started</Link>
    </Button>
  </>
);
